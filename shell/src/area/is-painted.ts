const visible = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true } as const
/** Elements that paint something by themselves, without text. */
const painting = 'img, svg, canvas, video, iframe, input, textarea, select, progress'

function hasArea(rects: DOMRectList): boolean {
  return Array.from(rects).some(({ width, height }) => width >= 1 && height >= 1)
}

function isTextPainted(text: Node): boolean {
  if (!text.textContent?.trim() || !text.parentElement?.checkVisibility(visible)) return false
  const range = document.createRange()
  range.selectNodeContents(text)
  return hasArea(range.getClientRects())
}

/** Whether anything inside is on show: text, a picture or a field that has a size and is not transparent. Scrolling does not matter. */
export function isPainted(place: Element): boolean {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) if (isTextPainted(texts.currentNode)) return true
  return Array.from(place.querySelectorAll(painting)).some(
    (element) => element.checkVisibility(visible) && hasArea(element.getClientRects()),
  )
}
