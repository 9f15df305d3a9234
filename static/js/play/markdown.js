// Text of a story becomes safe elements: Markdown without HTML, cleaned, with what is spoken marked.

import DOMPurify from "../../vendor/dompurify/purify.es.js";
import MarkdownIt from "../../vendor/markdown-it/markdown-it.esm.min.js";

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, quotes: "“”‘’" });
markdown.disable(["html_block", "html_inline", "replacements"]);
markdown.renderer.rules.image = (tokens, at) => markdown.utils.escapeHtml(tokens[at].content);

const CLEAN = {
  ALLOWED_TAGS: ["p", "br", "em", "strong", "s", "blockquote", "ul", "ol", "li", "hr", "code", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "a", "table", "thead", "tbody", "tr", "th", "td"],
  ALLOWED_ATTR: ["href", "title", "start"],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true,
};
const CLOSES = { "“": "”", "„": "“", "「": "」", "『": "』", "«": "»", "\"": "\"", "＂": "＂" };
const LONG = 26;
const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, td, th";

/** Straight quotes are set as curly ones where the story's language writes them so. */
export function setLanguage(language) {
  markdown.set({ typographer: /^en\b/i.test(language) });
}

/** A fragment that shows the text. `hueBeside(before, after)` names the hue of who speaks a paragraph, or null. */
export function render(text, hueBeside = () => null) {
  const fragment = DOMPurify.sanitize(markdown.render(text), CLEAN);
  for (const link of fragment.querySelectorAll("a")) {
    link.rel = "noopener noreferrer nofollow";
    link.target = "_blank";
  }
  for (const block of fragment.querySelectorAll(BLOCKS)) {
    if (!block.querySelector(BLOCKS)) markSpeech(block, hueBeside);
  }
  return fragment;
}

/** Whether a closed quotation is spoken: a word or two without a stop before the closing quote are only named. */
function isSpoken(quotation) {
  return quotation.length > LONG || /[\p{P}~]$/u.test(quotation.slice(0, -1)) && quotation.length > 3;
}

/** Cut a text into [spoken, words] pieces; a quotation that is not closed is spoken to the end. */
export function speechPieces(text) {
  const pieces = [];
  let start = 0;
  let closer = null;
  const push = (spoken, end) => { if (end > start) pieces.push([spoken, text.slice(start, end)]); start = end; };
  for (let at = 0; at < text.length; at += 1) {
    if (closer === null && CLOSES[text[at]]) {
      push(false, at);
      closer = CLOSES[text[at]];
    } else if (closer !== null && text[at] === closer) {
      push(isSpoken(text.slice(start, at + 1)), at + 1);
      closer = null;
    }
  }
  push(closer !== null, text.length);
  return pieces;
}

/** Wrap what is spoken in a block; a quotation may run through emphasis and stays open to the block's end. */
function markSpeech(block, hueBeside) {
  const nodes = textNodes(block);
  const pieces = speechPieces(nodes.map((node) => node.data).join(""));
  const first = pieces.findIndex(([spoken]) => spoken);
  if (first < 0) return;
  const hue = hueBeside(pieces[first - 1]?.[1] || "", pieces[first + 1]?.[1] || "");
  let left = 0; // Of the piece that the next characters belong to.
  let spoken = false;
  for (const node of nodes) {
    const cut = [];
    for (let at = 0; at < node.length;) {
      if (left === 0) [spoken, left] = [pieces[0][0], pieces.shift()[1].length];
      const words = node.data.slice(at, at + left);
      cut.push(spoken ? spokenNode(words, hue) : words);
      left -= words.length;
      at += words.length;
    }
    node.replaceWith(...cut);
  }
}

function textNodes(block) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("code, pre")) nodes.push(walker.currentNode);
  return nodes;
}

function spokenNode(words, hue) {
  const span = document.createElement("span");
  span.className = hue === null ? "say" : `say hue-${hue}`;
  span.textContent = words;
  return span;
}
