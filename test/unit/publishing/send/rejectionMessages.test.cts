import { describeUpdateRejection } from '../../../../nodes/Postiz/publishing/send/rejectionMessages';
import { createTarget } from '../createItem.cjs';

const X = createTarget('x', 'x-1', 'Acme Coffee');

const createBadRequest = (message: string[]) => ({
	message,
	error: 'Bad Request',
	statusCode: 400,
});
test.each<[unknown, string]>([
	[createBadRequest(['posts.0.value.0.content is bad']), 'X: Acme Coffee – the text is bad'],
	[createBadRequest(['posts.1.value is bad']), 'X: Acme Coffee – posts.1.value is bad'],
	[createBadRequest(['own.posts.0.value is bad']), 'X: Acme Coffee – own.posts.0.value is bad'],
	[{}, "X: Acme Coffee – Postiz rejected it and didn't say why"],
])('explains a change that is rejected with %j', (body, sentence) => {
	expect(describeUpdateRejection(body, { target: X })).toBe(sentence);
});
