import { reports } from '@adsite/contract'
import { reportScreen } from '@adsite/screen-kit/report'

export default reportScreen(reports.conversion)
