import { parseCredential } from '../../../nodes/Postiz/transport/credential';

const LONG = 'abcdefabcdefabcdefabcdef9f';
test.each([
	...['pos_1', ' PCS_1 ', 'https://api.postiz.com/pca_1', `${LONG}\n`],
	...[`https://${LONG}`, `http:${LONG}`, 'https://a.example?k=my-key-1'],
])('rejects a base URL with a key in it: %j', (host) => {
	expect(() => parseCredential(host, 'my-key-1')).toThrow(
		expect.objectContaining({
			message: 'The Base URL in the credential contains a key',
			needsPerson: true,
		}),
	);
});

const HOST = 'https://a.example';
test.each([
	['pca_1', 'client ID'],
	['Bearer pcs_1', 'client secret'],
])('rejects %s as an API key', (key, what) => {
	expect(() => parseCredential(HOST, key)).toThrow(
		expect.objectContaining({
			message: `The API key in the credential is the ${what} of an OAuth app`,
			needsPerson: true,
		}),
	);
});

test.each([
	['Bearer key', 'key'],
	['of-pca_1', 'of-pca_1'],
	[undefined, ''],
])('reads the key in %j as %j', (pasted, secret) => {
	expect(parseCredential(HOST, pasted)).toEqual({ baseUrl: HOST, secret });
});
