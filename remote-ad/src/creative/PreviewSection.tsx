import { previewDevices, type CreativeRules, type PreviewDevice } from '@adsite/contract'
import { Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import { Panel } from './Panel.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'
import { useScreenText } from './texts.ts'

interface PreviewSectionProps {
  readonly creative: { readonly id: number; readonly name: string; readonly version: number }
  readonly rules: CreativeRules | null
}

/** A creative as it is worked on, on a desk and on a phone. */
export function PreviewSection({ creative, rules }: PreviewSectionProps): ReactNode {
  const t = useScreenText()
  const [device, setDevice] = useState<PreviewDevice>('desktop')
  return (
    <Panel
      title={t('preview')}
      actions={
        <Segmented
          aria-label={t('device')}
          value={device}
          onChange={setDevice}
          options={previewDevices.map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      <PreviewFrame creative={creative} rules={rules} device={device} state={creative.version} />
    </Panel>
  )
}
