import { useRole } from '@adsite/auth'
import { may } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { AreaLoadError, isChunkLoadError, usePointers } from '../federation/index.ts'
import { useOffline } from '../page/use-offline.ts'
import { useCommonText, useShellText, type ShellTextKey } from '../base/use-shell-text.ts'

function explanation(error: Error): ShellTextKey {
  if (error instanceof AreaLoadError) {
    if (error.phase === 'contract') return 'area_failed_contract'
    return error.phase === 'signature' ? 'area_failed_signature' : 'area_failed_load'
  }
  return isChunkLoadError(error) ? 'area_failed_load' : 'area_failed_render'
}

function detail(error: Error): string {
  if (!(error instanceof AreaLoadError)) return error.message
  return [error.build, error.phase, error.message].filter((part) => part !== null).join(' / ')
}

/** Whether code did not arrive in time or at all, which another try may mend. */
export const didNotArrive = (error: Error): boolean => explanation(error) === 'area_failed_load'

/**
 * Replaces an area that failed; other areas are unaffected (spec/platform "Load order"). Navigating to another
 * page of the area retries as well, and so does a rollback.
 */
export function AreaFailure({ area, error, onRetry }: { area: string; error: Error; onRetry: () => void }): ReactNode {
  const shellText = useShellText()
  const common = useCommonText()
  const localize = useLocalize()
  const mayRollBack = may(useRole(), 'release.manage')
  const live = usePointers().remotes[area]?.stable
  const title = live?.manifest.title
  const { pathname } = useLocation()
  const failed = useRef({ pathname, build: live?.build })
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    if (pathname !== failed.current.pathname || live?.build !== failed.current.build) again()
  }, [pathname, live?.build])
  const isOffline = useOffline()
  const waits = isOffline && didNotArrive(error)
  return (
    <section className="notice" role="alert">
      <h1>{shellText('area_failed', { area: title ? localize(title) : area })}</h1>
      <p>{shellText(waits ? 'load_failed_offline' : explanation(error))}</p>
      <p>
        <small>{shellText('area_failed_detail', { detail: detail(error) })}</small>
      </p>
      <button type="button" className="button" onClick={onRetry}>
        {common('retry')}
      </button>
      {mayRollBack && !waits && (
        <p>
          <Link to={`/releases?${new URLSearchParams({ unit: area, action: 'rollback' })}`}>{shellText('area_failed_releases')}</Link>
        </p>
      )}
    </section>
  )
}
