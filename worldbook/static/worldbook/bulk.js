/** Whoever touches a value means it to be set: its box is ticked. */

const form = document.getElementById("bulk");

for (const row of form.querySelectorAll(".rp-set")) {
  const tick = row.querySelector("input[name=change]");
  const shown = () => row.classList.toggle("rp-ticked", tick.checked);
  row.querySelector(".rp-set-value").addEventListener("input", () => {
    tick.checked = true;
    shown();
  });
  tick.addEventListener("change", shown);
  shown();
}
