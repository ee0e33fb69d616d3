import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Crumbs } from '../page/Crumbs.tsx'
import { useViewingText } from './texts.ts'

/** In place of a page that is for the user alone, while an administrator views the site as this user. */
export function PrivatePage({ title }: { title: string }): ReactNode {
  const text = useViewingText()
  return (
    <>
      <Crumbs page={title} />
      <h1>{title}</h1>
      <div className="notice">
        <p>{text('private')}</p>
        <Link to="/">{text('to_home')}</Link>
      </div>
    </>
  )
}
