export type LoadPhase = 'resolve' | 'signature' | 'contract' | 'entry' | 'chunk'

/** Error of an area that failed to load, with the build and the phase. */
export class AreaLoadError extends Error {
  override readonly name = 'AreaLoadError'
  readonly area: string
  readonly build: string | null
  readonly phase: LoadPhase

  constructor(area: string, build: string | null, phase: LoadPhase, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.area = area
    this.build = build
    this.phase = phase
  }
}
