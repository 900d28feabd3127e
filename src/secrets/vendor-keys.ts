import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { isReference } from "./is-reference.ts";
import { looksRandom } from "./looks-random.ts";

/** Services whose keys have no format: that the line names one of them makes a `key` its key. */
const VENDOR =
  /高德|百度|腾讯|阿里|华为云?|七牛|又拍|火山|京东云|金山云|青云|天翼|移动云|网易|讯飞|商汤|旷视|智谱|地图|和风|天地图|聚合数据|极光|个推|友盟|融云|环信|声网|微信|支付宝|银联|钉钉|飞书|企业微信|企微|码云|gitee|amap|qiniu|upyun|ucloud|jpush|getui|umeng|agora|rongcloud|easemob|alipay|wechat|wxpay|dingtalk|feishu|lark|wecom|volcengine|aliyun|tencent|huawei ?cloud|baidu/i;
const LONG_RUN = /[\w+/=-]{20}/;
/** Ids have names of their own and are none: `AppID`, `商户号`, `AccessKey ID`. */
const LABELLED =
  /(?:(?<![A-Za-z]|public[-_ ]?)(?:key|ak|sk|app[-_ ]?code|app[-_ ]?certificate|certificate|cert|sign(?:ature)?)|证书|签名|加签|密文)["'`*)）]{0,4}(?:[ \t]{0,2}(?:[:=]|是|为|is)[ \t]{0,2}|[ \t]{1,2})["'`*]{0,3}([\w+/=-]{20,100})(?![\w+/=-])/gi;

/** Keys of services, most of them in China, that nothing but the line gives away. */
export const findVendorKeys: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    if (!LONG_RUN.test(text) || !VENDOR.test(text)) continue;
    for (const [, value = ""] of text.matchAll(LABELLED)) {
      if (!looksRandom(value) || isDummy(value) || isReference(value)) continue;
      hits.push({ rule: "secret-assignment", value, line });
    }
  }
  return hits;
};
