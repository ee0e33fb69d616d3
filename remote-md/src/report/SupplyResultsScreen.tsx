import { reports } from '@adsite/contract'
import { ReportScreen } from '@adsite/screen-kit/report'
import type { ReactNode } from 'react'

export default function SupplyResultsScreen(): ReactNode {
  return <ReportScreen report={reports.supply} />
}
