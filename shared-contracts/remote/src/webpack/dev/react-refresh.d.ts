/** The part of React's own refresh runtime that is used here: which components belong together, and whether their hooks still fit. */
declare module 'react-refresh/runtime' {
  /** All versions of one component; `current` is the newest. */
  export interface Family {
    current: unknown
  }
  export function register(type: unknown, id: string): void
  export function createSignatureFunctionForTransform(): <T>(type: T, key?: string, forceReset?: boolean, hooks?: () => unknown[]) => T
  export function getFamilyByType(type: unknown): Family | undefined
  export function isLikelyComponentType(type: unknown): boolean
  /** Makes what was registered since the last call current; null: nothing was. */
  export function performReactRefresh(): { readonly updatedFamilies: Set<Family>; readonly staleFamilies: Set<Family> } | null
}
