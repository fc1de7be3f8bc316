import { ChannelError } from '../../connectors/channel-error.ts'

/** A person is waiting: whatever a channel or courier does, an answer is there in time. */
const patienceMs = 8000

/** The call itself goes on and ends by its own time-out; only a person no longer waits for it. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChannelError('try-later', `no answer within ${patienceMs} ms`)),
      patienceMs,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
