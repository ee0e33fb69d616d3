import { Component, type ReactNode } from 'react'
import { reportShellFailure } from '../federation/index.ts'
import { useShellText } from '../base/use-shell-text.ts'

/** Shown if the shell itself fails. It only offers to reload and deletes no stored data. */
export function CrashScreen(): ReactNode {
  const text = useShellText()
  return (
    <main className="notice" role="alert">
      <h1>{text('crashed')}</h1>
      <p>{text('crashed_help')}</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {text('reload')}
      </button>
    </main>
  )
}

interface State {
  readonly failed: boolean
}

/** The outermost error boundary, around the router. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportShellFailure(error)
  }

  override render(): ReactNode {
    return this.state.failed ? <CrashScreen /> : this.props.children
  }
}
