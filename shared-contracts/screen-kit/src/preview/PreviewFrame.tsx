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
  return (
    <figure className={preview.figure}>
      <PreviewStyles />
      <div className={preview.stage} data-device={device}>
        <iframe
          key={`${src} ${state}`}
          src={src}
          sandbox=""
          loading="lazy"
          width={width}
          height={height}
          title={t('preview_of', { name, device: t(device) })}
        />
      </div>
      <figcaption className={preview.caption}>
        {t('real_size', { width, height })}
        {device === 'phone' && width > phoneScreen ? ` ${t('wider', { screen: phoneScreen })}` : null}
      </figcaption>
    </figure>
  )
}
