import { previewDevices, type PreviewDevice } from '@adsite/contract'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { usePreviewText } from './texts.ts'

interface DeviceChoiceProps {
  readonly value: PreviewDevice
  readonly onChange: (device: PreviewDevice) => void
}

/** Selects the device of the previews. */
export function DeviceChoice({ value, onChange }: DeviceChoiceProps): ReactNode {
  const t = usePreviewText()
  return (
    <Segmented
      aria-label={t('device')}
      value={value}
      onChange={onChange}
      options={previewDevices.map((device) => ({ value: device, label: t(device) }))}
    />
  )
}
