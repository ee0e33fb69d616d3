import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import styles from './TooltipLayer.module.css'

/** A tooltip closes after this many milliseconds (spec/site "Tooltips"). */
export const disposeAfter = 5000
const gap = 8

interface Shown {
  readonly anchor: Element
  readonly text: string
}

function anchorOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('[data-tooltip]') : null
}

/** Places the tooltip above its element and within the window, or below if there is no space. */
function place(tip: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const left = at.left + at.width / 2 - width / 2
  const above = at.top - height - gap
  tip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`
  tip.style.top = `${above >= gap ? above : at.bottom + gap}px`
}

/**
 * Tooltips of the page frame (above, on hover and focus; spec/site "Tooltips"), one at a time, for elements with
 * `data-tooltip`. Hidden from screen readers, because the element's accessible name has the same text.
 */
export function TooltipLayer(): ReactNode {
  const [shown, setShown] = useState<Shown | null>(null)
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setShown(null)
    }
    const show = (anchor: Element) => {
      clearTimeout(timer)
      timer = setTimeout(hide, disposeAfter)
      setShown({ anchor, text: anchor.getAttribute('data-tooltip') ?? '' })
    }
    const enter = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || (event.target instanceof Node && tip.current?.contains(event.target))) return
      const anchor = anchorOf(event)
      if (anchor) show(anchor)
      else hide()
    }
    const focus = (event: FocusEvent) => {
      const anchor = anchorOf(event)
      if (anchor?.matches(':focus-visible')) show(anchor)
      else hide()
    }
    const key = ({ key: pressed }: KeyboardEvent) => pressed === 'Escape' && hide()
    document.addEventListener('pointerover', enter)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', key)
    document.addEventListener('scroll', hide, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', enter)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', key)
      document.removeEventListener('scroll', hide)
    }
  }, [])
  useLayoutEffect(() => {
    if (shown && tip.current) place(tip.current, shown.anchor)
  }, [shown])
  if (!shown) return null
  return (
    <div ref={tip} className={styles.tip} aria-hidden="true">
      {shown.text}
    </div>
  )
}
