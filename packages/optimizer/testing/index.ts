export { checkSolution } from '../checker/check-solution.ts'
export { compareScores, findBestScore, scoreSolution } from './best-of-all-plans.ts'
export { tryNeverWorse } from './never-worse.ts'
export { randomProblem } from './random-problem.ts'
