import { hasNoMessage } from '../../../../../nodes/Postiz/publishing/read/expressions/fixedText';

test.each([
	['\n\n#acme #tea @acme', true],
	['New: ', true],
	['Mehr dazu：', true],
	['📣 !', true],
	['Open today! #acme', false],
	['Neu: Tee', false],
])('recognizes that %j has no message: %p', (text, expected) => {
	expect(hasNoMessage(text)).toBe(expected);
});
