import { judgeTask, type Task } from './workers.ts'

/** A child process of the matrix: judges each task that it is sent, and answers with the judgement. */
process.on('message', async (task: Task) => {
  const judgement = await judgeTask(task)
  process.send?.({ task, judgement })
})
