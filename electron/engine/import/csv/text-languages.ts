// Letters beyond ASCII of the languages behind each family of encodings, the most common first. Used to score
// decoded text, never to choose an encoding without a person.

export type Language = {
  readonly letters: ReadonlyMap<string, number>
  /** All letters of its words are beyond ASCII, so one next to an ASCII letter is odd. */
  readonly whole: boolean
  /** Letter forms that occur only at the end of words. */
  readonly finals: string
}

/** Weights decrease from `most` for the most common letter by 1.5. */
function language(letters: string, whole = false, finals = '', most = 3): Language {
  const all = [...new Set(letters)]
  return {
    letters: new Map(all.map((letter, at) => [letter, most - (1.5 * at) / all.length])),
    whole,
    finals,
  }
}

const russian = language('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё№', true)
const latin = {
  german: language('üäöß'),
  french: language('éèàêçôûîâùïëœæÿ'),
  spanish: language('íóáéñúüçºª'),
  portuguese: language('ãçéáíóêõâúàôº'),
  italian: language('àèìòùé'),
  nordic: language('åäöøæéü'),
  icelandic: language('áðíóúýþæöé'),
  dutch: language('ëéïèöü'),
  czech: language('áíéěřščžýůúňťďó'),
  slovak: language('áíčéšžýťúňľôďóäŕĺ'),
  polish: language('łóąężśćńź'),
  hungarian: language('áéöóőüíúű'),
  southSlavic: language('čšžćđ'),
  romanian: language('ăîşţâșț'),
  turkish: language('ıüşğçöİâî'),
  lithuanian: language('ėšžųįčąęū'),
  latvian: language('āīšēūļžņķčģ'),
  estonian: language('äõüöšž'),
  // Last, and less likely: it shares most letters with the others.
  vietnamese: language(
    'đáàạảãâấầậăắơớờợưứừựêếềệôốồộéèóòọíìịúùụý\u0300\u0301\u0303\u0309\u0323',
    false,
    '',
    2.5,
  ),
}
const others = {
  russian,
  ukrainian: language('оаинтвресікулдмпязьгбчхйжїєшюцщфґ№', true),
  bulgarian: language('аоеитнврслдкпмязугъбчжщцшхфйью№', true),
  serbian: language('аоиенрстјвкудмлпгзбчћшцжњђхљфџ', true),
  greek: language('αοιετσνρκπυμλςθγδβχφωξζψάίόέήύώϊϋΐΰ', true, 'ς'),
  hebrew: language('יולהמרנאתשבחדקעםגפצכסטןזךףץ', true, 'םןךףץ'),
  arabic: language('المينرودتبعسحكفجةقهشصطخضزثذغأإءىئآظؤپچگیک', true),
  thai: language('านรกอเงมยลวดทสตะปบคหแจพชขใไโธณซภผศิีุู่้ั็์ำื', true),
}
export const languages: readonly Language[] = [...Object.values(latin), ...Object.values(others)]

/** The most common characters of names, places, headers and everyday texts. */
export const simplified = new Set(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题程展五果料象员位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别手角期根论运农指几九区强放决西做必先回任取据处南给色光门即保治北造百规热领七海口东导器志世金增争交受联认六共权收证改清美再转更单风打白教花带安场身车例真务具万目达示议声报完类八华名确才科张信马节话整空元况今集传土许广石记需段界林观织装影算低持音书布复容儿商非连深近千周委技备半办青省列习约支史感便团市克何消构府称太准精值号率维选标写存院查江型王按格易置层片始专状京识属包火住调满县局照红细引听铁价严李陈刘杨黄赵吴徐孙胡朱郭罗宋郑谢韩唐冯姓址城编码客户邮箱账备注丽娟伟芳敏静强磊洋艳勇军杰涛明超秀霞平刚桂英街路村镇州津庆深圳杭武汉',
)
export const traditional = new Set(
  '的一是不在了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題程展五果料象員位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別手角期根論運農指幾九區強放決西做必先回任取據處南給色光門即保治北造百規熱領七海口東導器志世金增爭濟陳林黃張李王吳劉蔡楊許鄭謝郭洪姓名市縣客戶號碼址臺灣街巷弄樓段雄園竹投隆義屏花蓮備註話郵淑美玲雅婷怡君志偉俊傑宗翰家豪春嬌麗華秀英建宏',
)
export const japanese = new Set(
  '日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計官増係感特情投示変打男基私各始島直両朝価式確村提運終果西勢減台広容必応電歳住談能無再位置真流格有口過局少放税検藤沢鈴木佐高橋渡辺伊山村小林加斎顧客番号名住所郵便備考姓阪横浜名古屋札幌福岡神戸仙丁目太郎花美健恵',
)
export const hangul = new Set(
  '이다는의에가을하고지한도로은사를기자대인시아리어서부일전나정그해과만들있수장제보구원조주성여상동라연국공경생선유신무소용방비계관치문마거게우회와면세개화안미발김박최강임윤오송황홍권양배백허남심노곽차재현영민준진석호철희숙순옥혜번객좌울산광역특별길층천포종중번명름소전화',
)
