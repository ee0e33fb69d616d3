import { useShell } from '@adsite/remote'
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'
import { PartFailure } from '../element/Notice.tsx'

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>

export interface LazyPart<P> {
  (props: P): ReactNode
  /** Fetches the code before it is needed; never rejects. */
  readonly preload: () => Promise<void>
}

/**
 * A part of a screen whose code comes when the part is shown. Code that does not arrive is reported like any error that
 * nothing catches, but the screen around the part stays with what was typed into it.
 */
function onDemand<P extends object>(
  load: Load<P>,
  Waiting: ComponentType<P>,
  Failed: ComponentType<{ readonly given: P; readonly retry: () => void }>,
): LazyPart<P> {
  let Loaded: ComponentType<P> | null = null

  async function preload(): Promise<void> {
    try {
      Loaded = (await load()).default
    } catch (error) {
      reportError(error)
    }
  }

  function Part(props: P): ReactNode {
    const [state, setState] = useState<'waiting' | 'settled'>('waiting')
    useEffect(() => {
      if (state === 'settled' || Loaded) return undefined
      let left = false
      void preload().then(() => {
        if (!left) setState('settled')
      })
      return () => {
        left = true
      }
    }, [state])
    if (Loaded) return <Loaded {...props} />
    return state === 'waiting' ? <Waiting {...props} /> : <Failed given={props} retry={() => setState('waiting')} />
  }
  return Object.assign(Part, { preload })
}

const Nothing = (): null => null

function Missing({ retry }: { readonly retry: () => void }): ReactNode {
  return <PartFailure error={{ message: useKitText()('part_failed') }} retry={retry} />
}

/** A section or the content of a popover that is loaded on demand. Where its code does not arrive, it says so and offers to ask again. */
export function lazyPart<P extends object>(load: Load<P>, waiting: ComponentType<P> = Nothing): LazyPart<P> {
  return onDemand(load, waiting, Missing)
}

/** A dialog or menu that is loaded on demand. Where its code does not arrive, a message says so, and `close` lets it be opened again. */
export function lazyDialog<P extends object>(load: Load<P>, close: (props: P) => void): LazyPart<P> {
  function Closed({ given }: { readonly given: P }): null {
    const text = useKitText()
    const shell = useShell()
    const fail = useEffectEvent(() => {
      close(given)
      shell.alert('error', [text('part_failed')])
    })
    useEffect(() => fail(), [])
    return null
  }
  return onDemand(load, Nothing, Closed)
}
