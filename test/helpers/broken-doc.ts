/** A doc of a bank with something wrong for many of the rules of check. */
export const BROKEN_DOC = `# 坏文档

见 [旧设计](design/gone.md) 与 [别处](../../nowhere.md#节)。

运行 \`npm run no:such\`，代码在 \`src/gone.ts\`。

<<<<<<< HEAD
一
=======
二
>>>>>>> other

TODO: 补全

password = "Tr0ub4dor-and-3-horses"
`;
