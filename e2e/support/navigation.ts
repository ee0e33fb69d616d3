import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Opens a menu of the rail and follows one of its entries, as people do. */
export async function chooseFromMenu(page: Page, area: string, entry: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await menu.getByRole('button', { name: area, exact: true }).click()
  await menu.getByRole('link', { name: entry, exact: true }).click()
}

/** Waits for the screen of a route: its title is in the window and in the breadcrumb. */
export async function expectScreen(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('navigation', { name: '現在地' })).toContainText(title)
}
