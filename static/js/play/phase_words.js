// Who is doing what while an answer is made (PG-3).

const { gettext, interpolate } = window;

/** The words for {phase, who, round}; a live answer without a phase waits for a runner. */
export function phaseWords({ phase, who, round }) {
  if (phase === "preparing") return gettext("The worldbook is being read…");
  if (phase === "writing" && round) return gettext("What happens is recorded; it is being told…");
  if (phase === "writing") return who ? interpolate(gettext("%(who)s is answering…"), { who }, true) : gettext("The answer is being written…");
  if (phase === "saving") return gettext("Being written down…");
  return gettext("Getting ready…");
}
