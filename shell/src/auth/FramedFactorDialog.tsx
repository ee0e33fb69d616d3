import type { ReactNode } from 'react'
import { AntdFrame } from '../element/AntdFrame.tsx'
import FactorDialog from '../factor/FactorDialog.tsx'

/** The dialog on pages without the base layout. */
export default function FramedFactorDialog(): ReactNode {
  return (
    <AntdFrame>
      <FactorDialog />
    </AntdFrame>
  )
}
