import { Component, Suspense, useEffect, useEffectEvent, useLayoutEffect, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { isChunkLoadError, renewChunk, reportShellFailure } from '../federation/index.ts'
import { keepPlace } from '../base/keep-place.ts'
import { tryAgain } from '../base/try-again.ts'
import { useCommonText, useShellText } from '../base/use-shell-text.ts'
import { showsShellScreen } from '../vitals/screens.ts'
import { useOffline } from './use-offline.ts'
import { forgetFailedLoads, loaderOfFailed } from '../screen/lazy-screen.tsx'

function ScreenFailure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const text = useShellText()
  const common = useCommonText()
  const isOffline = useOffline(() => {
    if (isChunkLoadError(error)) onRetry()
  })
  const show = useEffectEvent(() => keepPlace(onRetry))
  useEffect(() => {
    const load = isChunkLoadError(error) ? loaderOfFailed() : null
    if (!load) return
    return tryAgain(async () => {
      const arrived = await load()
      if (arrived) show()
      return arrived
    })
  }, [error])
  return (
    <section className="notice" role="alert">
      <h1>{text('screen_failed')}</h1>
      <p>{text(isOffline && isChunkLoadError(error) ? 'load_failed_offline' : 'screen_failed_help')}</p>
      <p>
        <small>{text('area_failed_detail', { detail: error.message })}</small>
      </p>
      <button type="button" className="button" onClick={onRetry}>
        {common('retry')}
      </button>
    </section>
  )
}

interface State {
  readonly error: Error | null
}

class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  constructor(props: { children: ReactNode }) {
    super(props)
    forgetFailedLoads()
  }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown): void {
    reportShellFailure(error)
    void renewChunk(error)
  }

  private readonly retry = () => {
    forgetFailedLoads()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? this.props.children : <ScreenFailure error={error} onRetry={this.retry} />
  }
}

/** Contains errors of a shell screen: header, menu and logout stay usable. Navigating to another page resets it. */
export function ScreenBoundary({ children }: { children: ReactNode }): ReactNode {
  const { pathname } = useLocation()
  useLayoutEffect(showsShellScreen, [pathname])
  return <Boundary key={pathname}>{children}</Boundary>
}

interface QuietProperties {
  /** Called after an error, which has been reported. */
  readonly onError?: () => void
  /** In place of the part while its code loads. */
  readonly waiting?: ReactNode
  /** In place of the part after an error; `retry` asks for its code anew. */
  readonly failed?: ComponentType<{ readonly retry: () => void }>
  readonly children: ReactNode
}

/** A boundary for parts that a page can do without: while their code loads, and after an error, there is nothing unless said otherwise. */
export class QuietBoundary extends Component<QuietProperties, { readonly failed: boolean }> {
  override state = { failed: false }

  constructor(props: QuietProperties) {
    super(props)
    forgetFailedLoads()
  }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportShellFailure(error)
    this.props.onError?.()
  }

  private readonly retry = () => {
    forgetFailedLoads()
    this.setState({ failed: false })
  }

  override render(): ReactNode {
    const { waiting = null, failed: Failed, children } = this.props
    if (!this.state.failed) return <Suspense fallback={waiting}>{children}</Suspense>
    return Failed ? <Failed retry={this.retry} /> : null
  }
}
