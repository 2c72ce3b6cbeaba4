/**
 * Tests of what happens to posts that exist already. Each test is a list of steps: set up a sheet, run the node, and
 * expect the outcome of each row, or let time pass and edit the calendar. They run in n8n's engine against the sandbox.
 */
import type { Service } from '../../service/server.cjs';
import { useService } from './useService.cjs';
import { type CaseState, INSTANCE, type Step } from './caseState.cjs';
import { MAY_1, TEA, UPSERT } from './caseInputs.cjs';
import { USE_OLDER_RELEASE } from './serviceSteps.cjs';
import { useSheet } from './sheetSteps.cjs';

type Steps = Array<Step | Step[]>;
export type Case = [title: string, ...steps: Steps];

/** Declares a test for each case, in a group that is named after its topic. */
export function describeCases(topic: string, cases: Case[]): void {
	const service = useService(INSTANCE);
	describe(topic, () => {
		for (const [title, ...steps] of cases)
			test(title, async () => await runCase(service, steps.flat()));
	});
}

async function runCase(service: Service, steps: Step[]): Promise<void> {
	const current: CaseState = { service, form: {}, rows: [], runOptions: {}, clockOffsetMs: 0 };
	const { now } = Date;
	let stepNumber = 0;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + current.clockOffsetMs);
	try {
		for (const [index, step] of steps.entries()) {
			stepNumber = index + 1;
			await step(current);
		}
	} catch (error) {
		(error as Error).message = `Step ${stepNumber}: ${(error as Error).message}`;
		throw error;
	} finally {
		clock.mockRestore();
		await current.close?.();
	}
}

/** Two tests: with lists that show settings, and without, as in all releases so far. */
export const repeatOnOlderRelease = (title: string, ...steps: Steps): Case[] => [
	[title, ...steps],
	[`${title} (Postiz 2.21)`, USE_OLDER_RELEASE, ...steps],
];

/** Two tests: in Create, and in Create or Update. */
export const repeatByRowId = (title: string, type: string, ...steps: Steps): Case[] => [
	[title, useSheet({ type }, TEA), ...steps],
	[`${title} (by Row ID)`, useSheet({ ...UPSERT, type }, MAY_1), ...steps],
];
