import { Button } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { phoneScreen, previewSize, type PreviewRules } from './preview-size.ts'
import styles from './preview.module.css'
import { usePreviewText } from './texts.ts'
import type { PreviewDevice } from '@adsite/contract'

interface PreviewFrameProps {
  readonly name: string
  /** URL of the preview page for the device. */
  readonly src: string
  /** The rules of the creative's format; null: it has none. */
  readonly rules: PreviewRules | null
  readonly device: PreviewDevice
  /** Changes whenever the content changes; reloads the frame. */
  readonly state: string | number
}

/** The space available to an element (px); undefined until measured. */
function useRoom() {
  const stage = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number>()
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return undefined
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setRoom(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { stage, room }
}

/**
 * A creative in a sandboxed frame without an origin and without scripts (spec/quality "Previews"). Shown at its
 * actual size or, if that does not fit, scaled down with the scale displayed; the actual size is then available
 * with scrolling.
 */
export function PreviewFrame({ name, src, rules, device, state }: PreviewFrameProps): ReactNode {
  const t = usePreviewText()
  const { stage, room } = useRoom()
  const [whole, setWhole] = useState(true)
  const { width, height } = previewSize(rules, device)
  const size = { width: String(width), height: String(height) }
  const fits = room === undefined || room <= 0 || room >= width
  const scale = fits || !whole ? 1 : room / width
  const title = t('preview_of', { name, device: t(device) })
  return (
    <figure className={styles.figure}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus the keyboard cannot scroll it */}
      <div ref={stage} className={styles.stage} data-device={device} tabIndex={0}>
        <div className={styles.sheet} style={{ width: width * scale, height: height * scale }}>
          <iframe
            key={`${src} ${state}`}
            src={src}
            sandbox=""
            loading="lazy"
            width={width}
            height={height}
            title={title}
            style={{ transform: `scale(${scale})` }}
          />
        </div>
      </div>
      <figcaption className={styles.caption}>
        {scale < 1 ? t('scaled', { ...size, percent: Math.floor(scale * 100) }) : t('real_size', size)}
        {device === 'phone' && width > phoneScreen ? ` ${t('wider', { screen: phoneScreen })}` : null}
        {fits ? null : (
          <Button type="link" size="small" onClick={() => setWhole(!whole)}>
            {t(whole ? 'to_real_size' : 'to_whole')}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
