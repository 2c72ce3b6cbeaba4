import { createMissingApiProblem } from '../../../nodes/Postiz/transport/proxyProblem';

test.each<[baseUrl: string, advice: string]>([
	['https://social.example', 'Try https://social.example/api as the Base URL'],
	[
		'https://social.example/postiz',
		'Try https://social.example/postiz/api or https://social.example/api as the Base URL',
	],
	['https://social.example/api', 'Check the Base URL'],
	['https://platform.postiz.com/launches', 'Try https://api.postiz.com as the Base URL'],
])('suggests where the API may be if it is not at %s', (baseUrl, advice) => {
	const { description } = createMissingApiProblem(baseUrl);
	expect(description).toBe(`${advice} in the credential. Another server answered.`);
});
