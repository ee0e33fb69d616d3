import { useRole } from '@adsite/auth'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { prefetchArea } from '../screen/area-screens.ts'

/** Delay in ms after which hovering counts as intent; passing over a link requests nothing. */
const meant = 80

interface ScreenLinkProps extends Omit<LinkProps, 'to'> {
  readonly area: string
  readonly route: { readonly name: string; readonly path: string }
}

/** A link to a screen of an area. On hover or focus it prefetches the code and then the data of the screen. */
export function ScreenLink({ area, route: { name, path }, ...link }: ScreenLinkProps): ReactNode {
  const role = useRole()
  const waiting = useRef<number>(undefined)

  function begin(): void {
    void prefetchArea(area, name)
    if (role === null) return
    end()
    waiting.current = window.setTimeout(() => void prefetchArea(area, name, { pathname: path, search: '', role }), meant)
  }
  const end = () => window.clearTimeout(waiting.current)
  useEffect(() => {
    const timer = waiting
    return () => window.clearTimeout(timer.current)
  }, [])

  return <Link {...link} to={path} onMouseEnter={begin} onFocus={begin} onMouseLeave={end} onBlur={end} />
}
