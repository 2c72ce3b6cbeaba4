import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { findApi } from '../../../nodes/Postiz/transport/connection';

const call = endpoints.listChannels();

/** Looks for an API that is at one address; returns what was found, and the addresses that were asked. */
async function look(baseUrl: string, apiAt: string, location?: string, status = 302) {
	const asked: string[] = [];
	const answer = { status: location === undefined ? status : 302, headers: { location }, body: '' };
	const found = await findApi({ baseUrl, call, answer }, async (url) => {
		const base = url.replace(/\/public\/v1\/integrations$/, '');
		asked.push(base);
		if (base === 'https://silent.example/api') return await Promise.resolve(undefined);
		return base === apiAt
			? { status: 401, headers: {}, body: { msg: 'No API Key found' } }
			: { status: 401, headers: {}, body: { message: 'Unauthorized' } };
	});
	return [found, ...asked];
}

const D = 'https://d.example';
const LIST = '/public/v1/integrations';

test.each<[baseUrl: string, api: string, asked: string[], location?: string, status?: number]>([
	[D, `${D}/api`, [`${D}/api`]],
	[`${D}/api`, D, [D]],
	[`${D}/launches`, `${D}/api`, [`${D}/api`]],
	[`${D}/team`, `${D}/team/api`, [`${D}/api`, `${D}/team/api`]],
	[D, 'https://elsewhere.example', [`${D}/api`]],
	['https://silent.example', D, ['https://silent.example/api']],
	['http://d.example/api', `${D}/api`, [`${D}/api`], `${D}/api${LIST}`],
	['http://d.example', `${D}/api`, [D, `${D}/api`], `${D}${LIST}`],
	[D, `${D}/api`, [`${D}/api`], '/auth?next=1'],
	[
		'http://d.example:444/api',
		'https://d.example:444/api',
		['https://d.example:444/api'],
		undefined,
		400,
	],
	['http://d.example:444/api', 'https://d.example:444/api', ['http://d.example:444']],
	['http://d.example/api', 'https://elsewhere.example', [`${D}/api`], `${D}/api${LIST}`],
	// Other hosts are not asked.
	[D, 'https://www.example', [], `https://www.example${LIST}`],
	['https://platform.postiz.com/launches', 'https://api.postiz.com', []],
])('where %s is not the API, it is looked for at %s', async (baseUrl, api, asked, ...more) => {
	const [found, ...seen] = await look(baseUrl, api, ...more);
	expect(seen).toEqual(asked);
	const isSeen = asked.includes(api) || api === 'https://api.postiz.com';
	expect(found).toBe(isSeen ? api : undefined);
});
