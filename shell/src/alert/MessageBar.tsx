import { mdiAlert, mdiAlertCircle, mdiCheckCircle, mdiClose, mdiInformation } from '@mdi/js'
import type { AlertType } from '@adsite/remote'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import { useCommonText } from '../base/use-shell-text.ts'
import { alertAtom, clearAlert, type Alert } from './alert-state.ts'

const icons: Readonly<Record<AlertType, string>> = {
  info: mdiInformation,
  success: mdiCheckCircle,
  warn: mdiAlert,
  error: mdiAlertCircle,
}

function Message({ alert }: { alert: Alert }): ReactNode {
  const common = useCommonText()
  return (
    <div className={`message message-${alert.type}`}>
      <Icon path={icons[alert.type]} />
      <div className="message-texts">
        {alert.messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      {!alert.autoClose && (
        <button type="button" className="message-close" aria-label={common('close')} onClick={clearAlert}>
          <Icon path={mdiClose} />
        </button>
      )}
    </div>
  )
}

/**
 * The global message bar, top centre or top right (spec/site "Message bar"). Its styles are in index.html,
 * because it is on every page and a style sheet in the startup bundle would delay the first paint. Both live
 * regions are always rendered, so that screen readers announce messages inserted into them.
 */
export function MessageBar(): ReactNode {
  const alert = useAtomValue(alertAtom)
  const urgent = alert?.type === 'error' || alert?.type === 'warn'
  return (
    <div className={alert?.position === 'right' ? 'message-bar message-bar-right' : 'message-bar'}>
      <output>{alert && !urgent && <Message alert={alert} />}</output>
      <div role="alert">{alert && urgent && <Message alert={alert} />}</div>
    </div>
  )
}
