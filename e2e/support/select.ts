import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Types into a select until only matching options are left, and chooses the first. */
export async function choose(page: Page, label: string, words: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('combobox', { name: new RegExp(`^${label}( 必須)?$`, 'u') })
    .click()
  await search(page, words)
}

/** Searches in an open select, and chooses the first match once the requested list has arrived. */
export async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words)
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(options.filter({ hasNotText: words })).toHaveCount(0)
  await options.filter({ hasText: words }).first().click()
}
