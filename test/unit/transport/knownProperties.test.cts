import {
	parseChannel,
	toChannelSettings,
	toApiPost,
} from '../../../nodes/Postiz/transport/knownProperties';

const SECRET = 'access-token';
const GROUP = { id: 'g1', name: 'Acme' };
const CHANNEL = {
	id: 'x-1',
	name: 'Acme Coffee',
	identifier: 'x',
	picture: 'https://media.example/1.png',
	disabled: false,
	profile: 'acme',
};

test('keeps the known fields of a channel and its group, and no secret', () => {
	const row = { ...CHANNEL, token: SECRET, customer: { ...GROUP, orgId: SECRET } };
	expect(parseChannel(row)).toEqual({ ...CHANNEL, customer: GROUP });
});

test('gives an odd channel an empty name, and no invalid group', () => {
	for (const customer of [null, 'Acme', undefined]) {
		expect(parseChannel({ id: 'x-1', name: null, customer })).toStrictEqual({
			id: 'x-1',
			name: '',
			identifier: '',
		});
	}
});

test.each([undefined, null, '', 7])('drops a channel with the ID %j', (id) => {
	expect(parseChannel({ ...CHANNEL, id })).toBeUndefined();
});

test('keeps the known fields of channel settings', () => {
	const output = { rules: '', maxLength: 280, settings: {}, tools: [] };
	expect(toChannelSettings({ ...output, token: SECRET })).toEqual(output);
});

test('keeps a post whole, except the secrets of its channel', () => {
	const post = {
		id: 'p1',
		publishDate: '2099-03-04T10:00:00.000Z',
		state: 'QUEUE',
		own: 1,
	} as const;
	const integration = { id: 'x-1', providerIdentifier: 'x', name: 'Acme', picture: 'p' };
	const stored = { ...integration, token: SECRET, refreshToken: SECRET };
	expect(toApiPost({ ...post, integration: stored })).toEqual({ ...post, integration });
});
