import {
	failedRowsLeaveThroughTheErrorOutput,
	failedRowsStandAmongTheOthers,
} from '../shared/n8n/rows.cjs';
import { openWorld, type World } from '../shared/n8n/world.cjs';

describe('rows of which some fail, in a real n8n', () => {
	let world: World;

	beforeAll(async () => {
		world = await openWorld();
	});
	afterAll(async () => await world?.close());
	beforeEach(() => world.service.reset());

	test('Continue (using error output): they leave through the second output', async () => {
		await failedRowsLeaveThroughTheErrorOutput(world);
	});

	test('Continue: they stand in their places', async () => {
		await failedRowsStandAmongTheOthers(world);
	});
});
