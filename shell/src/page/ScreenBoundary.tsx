import { Component, useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { renewChunk, reportShellFailure } from '../federation/index.ts'
import { useCommonText, useShellText } from '../base/use-shell-text.ts'
import { showsShellScreen } from '../vitals/screens.ts'

function ScreenFailure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const text = useShellText()
  const common = useCommonText()
  return (
    <section className="notice" role="alert">
      <h1>{text('screen_failed')}</h1>
      <p>{text('screen_failed_help')}</p>
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

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown): void {
    reportShellFailure(error)
    void renewChunk(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? this.props.children : <ScreenFailure error={error} onRetry={() => this.setState({ error: null })} />
  }
}

/** Contains errors of a shell screen: header, menu and logout stay usable. Navigating to another page resets it. */
export function ScreenBoundary({ children }: { children: ReactNode }): ReactNode {
  const { pathname } = useLocation()
  useLayoutEffect(showsShellScreen, [pathname])
  return <Boundary key={pathname}>{children}</Boundary>
}

/** An error boundary for optional parts of the frame: renders nothing on error. */
export class QuietBoundary extends Component<{ children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
