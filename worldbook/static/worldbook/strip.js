// On a narrow screen the strip of a book's pages shows the page that is open.
const current = document.querySelector(".rp-strip [aria-current]");
const strip = current?.parentElement;
if (strip) {
  strip.scrollLeft = current.offsetLeft - strip.offsetLeft - (strip.clientWidth - current.clientWidth) / 2;
}
