import { reports } from '@adsite/contract'
import { ReportScreen } from '@adsite/screen-kit/report'
import type { ReactNode } from 'react'

export default function DeliveryResultsScreen(): ReactNode {
  return <ReportScreen report={reports.demand} />
}
