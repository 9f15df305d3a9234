// A form of the room as values by name, and back; without what is no part of the row.

const NOT_KEPT = ["csrfmiddlewaretoken", "seen_version"];

function kept(field) {
  return field.name && !NOT_KEPT.includes(field.name) && !field.name.startsWith("_") && !field.name.includes("-")
    && !["file", "password", "submit", "button"].includes(field.type);
}

/** Every field of the row: `{name: [values]}`; boxes that are not ticked give none. */
export function valuesOf(form) {
  const values = {};
  for (const field of form.elements) {
    if (!kept(field)) continue;
    const own = (values[field.name] ||= []);
    if ((field.type === "checkbox" || field.type === "radio") && !field.checked) continue;
    if (field.multiple) own.push(...[...field.selectedOptions].map((option) => option.value));
    else own.push(field.value.replaceAll("\r\n", "\n"));
  }
  return values;
}

/** The names whose values differ. */
export function differing(one, other) {
  const names = Object.keys(one).filter((name) => name in other);
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

/** Put values into the form, and tell whoever listens. */
export function putBack(form, values) {
  for (const field of form.elements) {
    if (!kept(field) || !(field.name in values)) continue;
    const own = values[field.name];
    if (field.type === "checkbox" || field.type === "radio") field.checked = own.includes(field.value);
    else if (field.multiple) for (const option of field.options) option.selected = own.includes(option.value);
    else field.value = own[0] ?? "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** What the page calls a field. */
export function labelOf(form, name) {
  const field = form.querySelector(`[name="${CSS.escape(name)}"]`);
  const group = field.type === "checkbox" && form.querySelectorAll(`[name="${CSS.escape(name)}"]`).length > 1;
  const label = group ? boxOf(form, name)?.querySelector("label") : field.labels?.[0] || boxOf(form, name)?.querySelector("label");
  return (label?.textContent || name).replace(/[:*\s]+$/, "").trim();
}

/** The part of the page that a field stands in, where words about it belong. */
export function boxOf(form, name) {
  const field = form.querySelector(`[name="${CSS.escape(name)}"], [name="${CSS.escape(name)}_0"]`);
  return field?.closest(`.field-${CSS.escape(name)}`) || field?.parentElement || null;
}
