import { call } from '@adsite/api-client'
import { refreshSession, useAccount } from '@adsite/auth'
import { viewingEndpoints, type SessionData, type Viewing } from '@adsite/contract'
import { useEffect, useState, type ReactNode } from 'react'
import { runAction } from '../alert/run-action.ts'
import styles from '../development/development.module.css'
import { BusyButton } from '../element/BusyButton.tsx'
import { useViewingText } from './texts.ts'
import own from './viewing.module.css'

const minute = 60_000
/** How often the page looks at the clock; also how soon it asks again where its clock is ahead of the API's (milliseconds). */
const tick = 15_000

/** Milliseconds that are left, and asks the API once they are over: its clock decides. */
function useLeft(endsAt: string): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Date.parse(endsAt) - now
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setNow(Date.now())
        if (Date.now() >= Date.parse(endsAt)) refreshSession().catch(() => undefined)
      },
      left > 0 ? Math.min(left, tick) : tick,
    )
    return () => clearTimeout(timer)
  }, [endsAt, left])
  return left
}

interface ViewingBannerProps {
  readonly viewing: Viewing
  readonly user: SessionData['user']
}

/** Shown on every page while an administrator views the site as somebody else: as whom, why and for how long, with a button to end it. */
export default function ViewingBanner({ viewing, user }: ViewingBannerProps): ReactNode {
  const text = useViewingText()
  const account = useAccount()
  const left = useLeft(viewing.ends_at)
  const [ending, setEnding] = useState(false)

  async function end(): Promise<void> {
    setEnding(true)
    await runAction(async () => {
      await call(viewingEndpoints.end, { params: { id: viewing.id } })
      await refreshSession()
    })
    setEnding(false)
  }

  return (
    <aside className={styles.banner} aria-label={text('banner_label')}>
      <div className={own.said}>
        <p className={own.who}>{text('running', { name: user.name, account: account?.name ?? '' })}</p>
        <p className={own.reason} title={viewing.reason}>
          {text('reason', { reason: viewing.reason })}
        </p>
      </div>
      <div className={own.foot}>
        <span className={styles.until}>{left < minute ? text('nearly_over') : text('left', { minutes: Math.ceil(left / minute) })}</span>
        <BusyButton className={styles.end} busy={ending} onClick={() => void end()}>
          {text('end')}
        </BusyButton>
      </div>
    </aside>
  )
}
