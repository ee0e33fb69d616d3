import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Types into a choice of the form until only what was typed is left of its list, and takes the first of that. */
export async function choose(page: Page, label: string, words: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('combobox', { name: new RegExp(`^${label}( 必須)?$`, 'u') })
    .click()
  await search(page, words)
}

/** Searches in the choice that is open, and takes the first that matches once the list has come that was asked for. */
export async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words)
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(options.filter({ hasNotText: words })).toHaveCount(0)
  await options.filter({ hasText: words }).first().click()
}
