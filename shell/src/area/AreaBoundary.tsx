import { Component, type ReactNode } from 'react'
import { renewChunk, reportFailure } from '../federation/index.ts'

interface Properties {
  readonly area: string
  readonly build: string
  /** Called after an error, which has been reported; has to render something else. */
  readonly onError: (error: Error) => void
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
}

/** Contains errors thrown by an area's screens (spec/quality "Throwing remote"). */
export class AreaBoundary extends Component<Properties, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    const { area, build, onError } = this.props
    reportFailure(thrown, { area, build })
    void renewChunk(thrown)
    onError(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
