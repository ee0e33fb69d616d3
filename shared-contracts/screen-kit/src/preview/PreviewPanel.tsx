import type { Locale, PreviewDevice } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { Panel } from '../element/Panel.tsx'
import { DeviceChoice } from './DeviceChoice.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import type { PreviewRules } from './preview-size.ts'
import { usePreviewText } from './texts.ts'

interface PreviewPanelProps {
  readonly name: string
  /** URL of the preview page. */
  readonly src: (query: { readonly device: PreviewDevice; readonly locale: Locale }) => string
  readonly rules: PreviewRules | null
  /** Changes whenever the content changes. */
  readonly state: string | number
}

/** A section that previews a creative on desktop and phone. */
export function PreviewPanel({ name, src, rules, state }: PreviewPanelProps): ReactNode {
  const t = usePreviewText()
  const locale = useLanguage()
  const [device, setDevice] = useState<PreviewDevice>('desktop')
  return (
    <Panel title={t('preview')} actions={<DeviceChoice value={device} onChange={setDevice} />}>
      <PreviewFrame name={name} src={src({ device, locale })} rules={rules} device={device} state={state} />
    </Panel>
  )
}
