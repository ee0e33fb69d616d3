import type { PreviewDevice } from '@adsite/contract'
import type { ReactNode } from 'react'
import { phoneScreen, previewSize, type PreviewRules } from './preview-size.ts'
import { PreviewStyles, preview } from './styles.tsx'
import { usePreviewText } from './texts.ts'

interface PreviewFrameProps {
  readonly name: string
  /** Address of the page that shows it on that device. */
  readonly src: string
  /** What its format says; null: it has none. */
  readonly rules: PreviewRules | null
  readonly device: PreviewDevice
  /** Changes whenever what is shown changes: the frame is loaded again. */
  readonly state: string | number
}

/** A creative at its real size, in a frame without an origin and without scripts (QUALITY "previews"). */
export function PreviewFrame({ name, src, rules, device, state }: PreviewFrameProps): ReactNode {
  const t = usePreviewText()
  const { width, height } = previewSize(rules, device)
  const title = t('preview_of', { name, device: t(device) })
  return (
    <figure className={preview.figure}>
      <PreviewStyles />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus the keyboard cannot scroll it */}
      <div className={preview.stage} data-device={device} tabIndex={0}>
        <iframe key={`${src} ${state}`} src={src} sandbox="" loading="lazy" width={width} height={height} title={title} />
      </div>
      <figcaption className={preview.caption}>
        {t('real_size', { width, height })}
        {device === 'phone' && width > phoneScreen ? ` ${t('wider', { screen: phoneScreen })}` : null}
      </figcaption>
    </figure>
  )
}
