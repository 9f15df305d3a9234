// Making elements without markup in strings, so that nothing a person wrote is ever read as HTML.

const ICONS = new URL("../../img/icons.svg", import.meta.url).href;
const SVG = "http://www.w3.org/2000/svg";

/** An element: `el("button", {class: "quiet", type: "button", onclick: fn}, "words", otherNode)`. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** One of the icons of static/img/icons.svg; it says nothing, its button has the label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${ICONS}#${name}`);
  svg.append(use);
  return svg;
}

/** A button that is only an icon; `label` is its name for everybody who cannot see it. */
export function iconButton(name, label, onclick, attributes = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes }, icon(name));
}

/** A portrait, or the first letter of the name in its frame. */
export function portrait(name, url) {
  const inner = url ? el("img", { src: url, alt: "", loading: "lazy" }) : el("span", { class: "initial" }, Array.from(name || "?")[0]);
  return el("span", { class: "portrait", "aria-hidden": "true" }, inner);
}
