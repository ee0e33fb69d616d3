type Work = () => Promise<unknown>

/** Runs each of `works` `turns` times concurrently, and `meanwhile` repeatedly until they are done. */
export async function whileWorking(works: readonly Work[], turns: number, meanwhile: readonly Work[]): Promise<void> {
  let going = true
  async function inTurns(): Promise<void> {
    await Promise.all(
      works.map(async (work) => {
        for (let turn = 0; turn < turns; turn += 1) await work()
      }),
    ).finally(() => {
      going = false
    })
  }
  async function untilDone(work: Work): Promise<void> {
    while (going) await work()
  }
  await Promise.all([inTurns(), ...meanwhile.map(untilDone)])
}
