import { Button } from 'antd'
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import kit from '../base/kit.module.css'
import { useKitText } from '../base/texts.ts'
import { PartFailure } from '../element/Notice.tsx'
import { RetryButton } from '../element/RetryButton.tsx'
import { handsOnFocus } from '../focus/hands-on-focus.ts'
import { MissingDialog } from './MissingDialog.tsx'
import { tryAgain } from './try-again.ts'

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>

export interface LazyPart<P> {
  (props: P): ReactNode
  /** Fetches the code before it is needed; never rejects. */
  readonly preload: () => Promise<void>
}

/**
 * A part of a screen whose code comes when the part is shown. Code that does not arrive is reported like any error that
 * nothing catches, but the screen around the part stays with what was typed into it. `Missing` stands in its place until
 * another try succeeds.
 */
function onDemand<P extends object>(
  load: Load<P>,
  Waiting: ComponentType<P>,
  Missing: ComponentType<{ readonly given: P; readonly retry: () => void }>,
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
    const [state, setState] = useState<'waiting' | 'missing' | 'arrived'>('waiting')
    const attempt = useCallback(
      () =>
        preload().then(() => {
          setState(Loaded ? 'arrived' : 'missing')
          return Loaded !== null
        }),
      [],
    )
    useEffect(() => {
      if (state === 'missing') return tryAgain(attempt)
      if (!Loaded) void attempt()
      return undefined
    }, [state, attempt])
    if (Loaded) return <Loaded {...props} />
    return state === 'waiting' ? <Waiting {...props} /> : <Missing given={props} retry={() => void attempt()} />
  }
  return Object.assign(Part, { preload })
}

const Nothing = (): null => null

function MissingPart({ retry }: { readonly retry: () => void }): ReactNode {
  return <PartFailure ref={handsOnFocus} error={{ message: useKitText()('part_failed') }} retry={retry} />
}

/** A section or the content of a popover that is loaded on demand. Where its code does not arrive, it says so until it does. */
export function lazyPart<P extends object>(load: Load<P>, waiting: ComponentType<P> = Nothing): LazyPart<P> {
  return onDemand(load, waiting, MissingPart)
}

/** A dialog or menu that is loaded on demand. Where its code does not arrive, a dialog says so until it does; `close` takes that away. */
export function lazyDialog<P extends object>(load: Load<P>, close: (props: P) => void): LazyPart<P> {
  function Missing({ given, retry }: { readonly given: P; readonly retry: () => void }): ReactNode {
    const text = useKitText()
    const shut = () => close(given)
    return (
      <MissingDialog className={`${kit.panel} ${kit.sectionBody} ${kit.missing}`} message={text('part_failed')} onClose={shut}>
        <Button onClick={shut}>{text('close')}</Button> <RetryButton onClick={retry} />
      </MissingDialog>
    )
  }
  return onDemand(load, Nothing, Missing)
}
