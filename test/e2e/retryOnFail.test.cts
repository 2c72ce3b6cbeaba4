import {
	aRetryDoesTheRest,
	retriesPostNoRowTwice,
	theLastErrorNamesAllThatWasCreated,
} from '../shared/n8n/rows.cjs';
import { openWorld, type World } from '../shared/n8n/world.cjs';

describe('Retry On Fail in a real n8n', () => {
	let world: World;

	beforeAll(async () => {
		world = await openWorld();
	});
	afterAll(async () => await world?.close());
	beforeEach(() => world.service.reset());

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: the first row fails in each try, the others are posted once',
		async (onError) => await retriesPostNoRowTwice(world, onError),
	);

	test('Stop: a retry does what has not been done', async () => {
		await aRetryDoesTheRest(world);
	});

	test('Stop: the last error names what was created, once', async () => {
		await theLastErrorNamesAllThatWasCreated(world);
	});
});
