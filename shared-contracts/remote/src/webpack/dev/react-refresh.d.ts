/** Types for the used part of React's refresh runtime: component families and hook compatibility. */
declare module 'react-refresh/runtime' {
  /** All versions of one component; `current` is the newest. */
  export interface Family {
    current: unknown
  }
  export function register(type: unknown, id: string): void
  export function createSignatureFunctionForTransform(): <T>(type: T, key?: string, forceReset?: boolean, hooks?: () => unknown[]) => T
  export function getFamilyByType(type: unknown): Family | undefined
  export function isLikelyComponentType(type: unknown): boolean
  /** Activates the components registered since the last call; null if there are none. */
  export function performReactRefresh(): { readonly updatedFamilies: Set<Family>; readonly staleFamilies: Set<Family> } | null
}
