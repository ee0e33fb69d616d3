import { tryAgain } from '@adsite/screen-kit'
import { Component, Suspense, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { isChunkLoadError, renewChunk, reportShellFailure } from '../federation/index.ts'
import { keepPlace } from '../base/keep-place.ts'
import { useCommonText, useShellText } from '../base/use-shell-text.ts'
import { showsShellScreen } from '../vitals/screens.ts'
import { useOffline } from './use-offline.ts'
import { forgetFailedLoads, loaderOfFailed } from '../screen/lazy-screen.tsx'

/** Loads what did not arrive again and again, out of sight, and then has it shown. */
function useArriving(error: Error, onArrival: () => void): void {
  const show = useEffectEvent(() => keepPlace(onArrival))
  useEffect(() => {
    const load = isChunkLoadError(error) ? loaderOfFailed() : null
    if (!load) return
    return tryAgain(async () => {
      const arrived = await load()
      if (arrived) show()
      return arrived
    })
  }, [error])
}

function ScreenFailure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const text = useShellText()
  const common = useCommonText()
  const isOffline = useOffline()
  useArriving(error, onRetry)
  const reason = !isChunkLoadError(error) ? 'screen_failed_help' : isOffline ? 'load_failed_offline' : 'screen_failed_load'
  return (
    <section className="notice" role="alert">
      <h1>{text('screen_failed')}</h1>
      <p>{text(reason)}</p>
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

const failedWith = (thrown: unknown): State => ({ error: thrown instanceof Error ? thrown : new Error(String(thrown)) })

class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  constructor(props: { children: ReactNode }) {
    super(props)
    forgetFailedLoads()
  }

  static readonly getDerivedStateFromError = failedWith

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

export interface QuietFailure {
  readonly error: Error
  /** Renders the part again, which asks for its code anew. */
  readonly retry: () => void
}

function Quiet({ error, retry, children }: QuietFailure & { readonly children: ReactNode }): ReactNode {
  useArriving(error, retry)
  return children
}

interface QuietProperties {
  /** Called after an error, which has been reported. */
  readonly onError?: (error: unknown) => void
  /** In place of the part while its code loads. */
  readonly waiting?: ReactNode
  /** In place of the part after an error. */
  readonly renderFailure?: (failure: QuietFailure) => ReactNode
  readonly children: ReactNode
}

/**
 * A boundary for parts that a page can do without: while their code loads, and after an error, there is nothing unless said
 * otherwise. Code that did not arrive is loaded again until it does.
 */
export class QuietBoundary extends Component<QuietProperties, State> {
  override state: State = { error: null }

  constructor(props: QuietProperties) {
    super(props)
    forgetFailedLoads()
  }

  static readonly getDerivedStateFromError = failedWith

  override componentDidCatch(error: unknown): void {
    reportShellFailure(error)
    this.props.onError?.(error)
  }

  private readonly retry = () => {
    forgetFailedLoads()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { waiting = null, renderFailure, children } = this.props
    const { error } = this.state
    if (error === null) return <Suspense fallback={waiting}>{children}</Suspense>
    const failure: QuietFailure = { error, retry: this.retry }
    return <Quiet {...failure}>{renderFailure?.(failure)}</Quiet>
  }
}
