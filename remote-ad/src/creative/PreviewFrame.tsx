import { apiUrl } from '@adsite/api-client'
import { creativeEndpoints, type CreativeRules, type PreviewDevice } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { ReactNode } from 'react'
import styles from './creative.module.css'
import { phoneScreen, previewSize } from './preview-size.ts'
import { useScreenText } from './texts.ts'

interface PreviewFrameProps {
  readonly creative: { readonly id: number; readonly name: string }
  /** What is shown of it; absent: as it is worked on. */
  readonly revision?: number
  readonly rules: CreativeRules | null
  readonly device: PreviewDevice
  /** Changes whenever what is shown changes: the frame is loaded again. */
  readonly state: string | number
}

/** A creative at its real size, in a frame without an origin and without scripts (QUALITY "previews"). */
export function PreviewFrame({ creative: { id, name }, revision, rules, device, state }: PreviewFrameProps): ReactNode {
  const t = useScreenText()
  const locale = useLanguage()
  const { width, height } = previewSize(rules, device)
  const query = { device, locale, ...(revision === undefined ? {} : { revision: String(revision) }) }
  return (
    <figure className={styles.preview}>
      <div className={styles.stage} data-device={device}>
        <iframe
          key={`${state} ${device} ${locale}`}
          src={apiUrl(creativeEndpoints.preview, { params: { id }, query })}
          sandbox=""
          loading="lazy"
          width={width}
          height={height}
          title={t('preview_of', { name, device: t(device) })}
        />
      </div>
      <figcaption className={styles.caption}>
        {t('real_size', { width, height })}
        {device === 'phone' && width > phoneScreen ? ` ${t('wider', { screen: phoneScreen })}` : null}
      </figcaption>
    </figure>
  )
}
