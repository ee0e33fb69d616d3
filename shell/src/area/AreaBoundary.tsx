import { Component, type ReactNode } from 'react'
import { renewChunk, reportFailure } from '../federation/index.ts'
import { AreaFailure } from './AreaFailure.tsx'

interface Properties {
  readonly area: string
  readonly build: string
  readonly onRetry: () => void
  readonly children: ReactNode
}

interface State {
  readonly error: Error | null
}

/** Contains errors thrown by an area's screens (spec/quality "Throwing remote"). */
export class AreaBoundary extends Component<Properties, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown): void {
    const { area, build } = this.props
    reportFailure(error, { area, build })
    void renewChunk(error)
  }

  override render(): ReactNode {
    const { area, onRetry, children } = this.props
    if (this.state.error === null) return children
    return <AreaFailure area={area} error={this.state.error} onRetry={onRetry} />
  }
}
