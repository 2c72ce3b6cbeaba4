import { DateTime } from 'luxon';

import { callListSearch } from '../support/callMethods.cjs';
import { addDays, createPostAdder } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';
import { DAY } from '../../shared/time.cjs';

const service = useService();

let credentialsMade = 0;
/** Another credential, for lists that are cached by credential: a token that nobody uses is enough. */
const createCredential = () => ({
	oauthTokenData: { access_token: String(++credentialsMade) },
});

const addPost = createPostAdder(service);

describe('the post picker', () => {
	let credentials = {};
	let now = 0;
	beforeEach(() => {
		credentials = createCredential();
		now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	const pick = async (operation: string, filter?: string) => {
		const parameters = { resource: 'post', operation };
		const options = { service, credentials, parameters };
		return (await callListSearch('searchPosts', options, filter)).results;
	};
	const search = async (filter?: string) => await pick('delete', filter);
	const listWindowDays = () =>
		service.requests.map(({ query }) => {
			const [start, end] = [query.startDate, query.endDate].map((date) => Date.parse(String(date)));
			return (end - start) / DAY;
		});

	test('lists once a minute, whatever is typed or done with the post', async () => {
		const post = addPost({ text: 'Tea', publishDate: addDays(1) });
		expect(await search()).toHaveLength(1);
		post.parts[0].content = 'Coffee';
		now += 59_999;
		expect(await search('tea')).toHaveLength(1);
		expect(await pick('get')).toHaveLength(1);
		expect(listWindowDays()).toEqual([180]);
		now += 1;
		expect(await search('coffee')).toHaveLength(1);
		expect(listWindowDays()).toEqual([180, 180]);
	});

	test('shows dates in the time zone of each workflow', async () => {
		addPost({ publishDate: '2099-01-01T12:00:00.000Z' });
		now = Date.parse('2099-01-01T12:00:00Z');
		const listNames = async (timezone: string) => {
			const options = { service, credentials, parameters: { resource: 'post' }, timezone };
			return (await callListSearch('searchPosts', options)).results.map(({ name }) => name);
		};
		const inTokyo = await listNames('Asia/Tokyo');
		expect([inTokyo[0], (await listNames('Asia/Kolkata'))[0]]).toEqual([
			expect.stringContaining('21:00'),
			expect.stringContaining('17:30'),
		]);
	});

	test('says that no posts exist, and asks again', async () => {
		await expect(search()).rejects.toThrow('No posts in the last and next 90 days');
		addPost({ publishDate: addDays(1) });
		expect(await search()).toHaveLength(1);
	});

	test('shows channel, state, date and beginning of the text, nearest to now first, repeating posts once', async () => {
		const far = addPost({ publishDate: addDays(50), text: 'Far away', state: 'DRAFT' });
		const near = addPost({ publishDate: addDays(-1), state: 'PUBLISHED', text: 'x'.repeat(100) });
		addPost({ publishDate: addDays(-30), intervalInDays: 3, text: 'Again' });
		const rows = await search();
		expect(rows).toHaveLength(3);
		expect(rows.findIndex(({ value }) => value === near.id)).toBeLessThan(
			rows.findIndex(({ value }) => value === far.id),
		);
		// n8n gives pickers the time zone of the instance.
		const shownDate = DateTime.fromISO(far.publishDate, { zone: 'America/New_York' }).toFormat(
			'd LLL HH:mm',
		);
		expect(rows.find(({ value }) => value === far.id)?.name).toBe(
			`Bluesky: acme-coffee.bsky.social · Draft ${shownDate} · Far away`,
		);
		expect(await search('again')).toHaveLength(1);
		expect(await search('no such text')).toEqual([]);
	});

	test('omits published posts for Update, which rejects them', async () => {
		const out = addPost({ state: 'PUBLISHED', publishDate: addDays(1) });
		const failed = addPost({ state: 'ERROR', publishDate: addDays(2) });
		const pickIds = async (operation: string) => (await pick(operation)).map(({ value }) => value);
		expect(await pickIds('get')).toEqual([out.id, failed.id]);
		expect(await pickIds('update')).toEqual([failed.id]);
	});
});
