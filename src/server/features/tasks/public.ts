export { forgetOldTasks } from './tasks-commands.ts'
