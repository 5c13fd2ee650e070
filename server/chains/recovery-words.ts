// The 2,048 English words of BIP-39, by the four letters that tell them apart, in order.
// Each entry begins with a capital (or -) and replaces the end of the entry before it: Aban Il Le is
// aban, abil, able. A word of three letters ends with _, as a first letter of an entry written -.

const PACKED =
  'AbanIlLeOuVSeOTUUsCceIOUHiIdOuQuRoT_IORUDapD_IRJuMiUlVaIEroFfaORaGaiE_NReHeaIm_R_PSlLarBuCoErIeL_EOM' +
  'oOnPhReSoTeWaMatZOnUUsNalChIGeLRImKlNoUOtSwTeIXiY_ParOlPeLRRiRchTEaNGuM_EOYOuRaEIOT_EIWSk_PeSaEIUThT' +
  'hlOmTaEIRUctDiGuNtThOUVerOcIWakRYEsFuKwXisBabyChODgG_LaCLMbNaNR_EGRSeIKTtEacNUCaOEfFoGiHaILiOTNcEStT' +
  'rTWYoIcyD_KeNdOlRdTTtLacDMNSEaSInOoSUUeRSOarTDyIlMbNeUOkSRdIRSsTtUnX_Y_RacINSVEaEIcDEGNSOcKNOTWUsUbb' +
  'DdGFfIlLbKLNdKRdGSS_IYTtYeZzCabbILCtGeKeLlMMePN_ACDNOVYPaITR_BDGPRTSeHITUT_ACETUgSTVeEilLeMeNsTReTHa' +
  'iLMNOPRSTEaCEFRSIcELMOiORoUcNRIgaNnRcTiYViLaiPRWYEaRVIcEFMNPOcGSTUWUbMSTOacSCoDeFfIlNLlOUMbEFIMPNcDF' +
  'GNSTVOkLPpYRaENRStTtUcNPRSVeYoRacDFMNSTWZEaDEWIcMSTOpSUWUcEIMNSY_SUbeLtP_BRiRTVShTTeYclDad_MaPNcGRiS' +
  'hUgWnY_EalBaRCaEILORErFeIYGrLaIMaINiTYPaEOTURiScEIKPTTaEVeIOIagLMRCeEsTFfGiNLeNnOReTSaCEHMOPTVeIOZzO' +
  'ctUG_LlPMaNaKOOrSeUbVeRafGMSWEaSIfLNPVOpUmY_UckMbNeRiStTcYWarYnaEageLRlNTSiTYChoOlNDgeItUcFfoGg_IghT' +
  'hLboDeEcGMPVItSeMbaORErOtPlOTNabCD_LOEmRFoGaIHaJoLiOuRiOSuTeIRVePisQuaIRa_SOdSRoUpScaSaETaTerHiVidLO' +
  'kLXacMCeHILUEcRHaIIlSTOtPaEILORTeRYe_BFabrCeUDeInTLlSMeION_CTRmShT_AHIUlVoEatBrDeE_DLMaNcStTcVeW_Ibe' +
  'CtElGuLeMTNaDEGIReMSScHT_NX_LagMSTVEeIgPOaCOWUiSY_OamCuG_IlLdLOdTRcEGKTUWSsTUnX_RagMEqSIeNOgNSWZUiUe' +
  'lN_NRnYTuGadgInLaLMeP_RaBDLMS_PTeHUgZeEneIRTUStHosIanFtGgNgRaLVeLadNRSIdMObORVWUeOatDdLdOdSRiSpSVeWn' +
  'RabCINPSVEaEIdETOcUWUnUarEsIdLTN_Ym_HabiIrLfMmSNdPpRbDSVT_VeWkZaEadLRVDgIgLlMPN_RoIddGhLlNtP_ReStObb' +
  'CkLdEILMeNeOdPeRnRSSpTTeUrVeUb_GeMaBONdGTRdRTSbYbrIce_OnDeaNLeGnoLl_ENMagItMeUPaORUNchLORDeIOUFaLOHa' +
  'EItJeUMaNeOPuQuSaEIPTTaEOVeIORonSlaOlSuTemVorJackGuR_ZzEalNLlWeOb_InKeUrY_UdgIcMpNgIKStKangEenPTcY_I' +
  'ckD_NNdGSsT_CETWiNeeIfOcWLab_EODdYKeMpNgPtRgTeIUgNVaW_NSYeZyEadFRVCtFtG_AEIsMoNdGSOpSsTtVeIarBeRCeFe' +
  'TGhKeMbINkOnQuStTtVeZaOadNBsCaKGiNeGOpTtUdNVeYaUckGgMbNaCXuYriMachD_GiNIdLNJoKeMmN_ADGSUPlRbCGIKRSkS' +
  'TTcEHRTXiZeEadNSTChDaILoTMbONtURcGIRShSTaHIddNLkLMiNdIOURaRSeSTX_ETObiDeIM_ENiKSTOnRaENSqThIOUnSVeIU' +
  'chFfLeTScEHITTuYseTThNaivMePkRrStTiUEarCkEdGaLItPhRvStT_WUtVeWsXtIceGhOblIsMiOdRmTSeTaEHIVeW_UclMbRs' +
  'T_Oak_BeyJeLiScETaViCcuEaToDorFf_EITeIl_KayLd_IvYmMitNceE_IoLiYPenRInPoTiRanBiChDeIGaIeGPhStrTheUtdE' +
  'PSValEnRWn_EXygYstZonPactDdGeIrLaMNdEITPeRaEKRTSsTcHIRTUsVeYmEacNRSLiN_ACOpPpRfMST_HonTRaYsIanCnTEcG' +
  '_ELlONkOnPeStTcZzLacNSTYEaDUcGNOemTInLaEINdYOlPuRtSiSTTaTVeWdERacIEdFPSTVIcDMNOSVZObCDFGJMOPSTUVUblD' +
  'dLlPSMpNcPiPRcIPSShT_ZzYraQualNREsIcTZOtRabbCcEKDaIIlNSLlMpNcDGPiReTeHVeW_ZoEadLSBeUCaEIOYDuFlOUGiRU' +
  'JeLaEIYMaEIONdETOpPaELOQuScEIOPUTiRUUnVeIWaHytIb_BCeHDeGFlGhINgOtPpSkTuVaEOadSBoUCkMaOfKMSeTaUgNTYaU' +
  'bbDeG_LeN_WRaSad_DNFeIlLaMOTUMePNdTiOUcSVeY_CalNRTEnHeOIeSOrURaEIUEa_RSTCoRTUEdKGmLeLMiNiSTRiVSsTtUV' +
  'eHadFLREdLRIeFNPVOcEOPRUVRiUUfY_IblCkDeEgGhNLeKLVMiPNcGReStTuX_ZeKatEtI_LNRUlLabMEeNIcDGMOgTWUsMalRI' +
  'lOkONacKPIfOwOapCcIKDaFtLaDIUVMeNgOnRrTUlNPRTPacRTWEaCELNHeIcDKNRLiOiNORTRaEIY_QuaEITabDFGIMNRTYEaEM' +
  'PRIcLNOcMNORVRaEIOUUdFMYlUbjMWCcHDdFfGaGItMmN_NSPePRReFGPRVSpTWalMPREaEIfMNTOrYmbPRuStTablCkG_IlLeKN' +
  'kPeRgSkTTtXiEacMLlN_ANTRmStXtHanTEmNORYInSOuReIOUmNIckDeGeLtMbENyP_ReSsTlOasBaDaDE_GeIlKeMaONeGIOlTP' +
  '_IPRcNTSsTaUrWaENY_RacDFGINPSVYEaENIaBCGMPOpUUcELMSTY_UbeItMbNaNRkNTWelNIcNSO_YpeIUglyMbrNabWClODeOF' +
  'aOHaIfQTVKnLoTiUsVePdaGrHoOnPeSeRbaGeSagE_DFLUaTilVacaUGuLiLVN_IPoRiStUlEhiLvNdTURbISYSsTeIabBrCiTDe' +
  'EwLlNtOlRtUSaIUTaViOcaIcDLcUTeYaWageOItLkLNNtRfMRShPTTeVeY_EalPRSTB_DdEkIrLcStT_HalTEaENRIpSIdeTFeLd' +
  'LN_DEGKNTReSdEHTnOlfMaNdOdLRdKLRTRapEcSIsTOnYardEarLlOu_NTZebrRoOneO_';

let places: ReadonlyMap<string, number> | undefined;

/** The place of a word, whole or cut to four letters, in the list from 0; -1 when it is not in it. */
export function placeOf(word: string): number {
  places ??= unpacked();
  const letters = word.toLowerCase();
  return letters.length < 9 ? (places.get(letters.slice(0, 4).padEnd(4, '_')) ?? -1) : -1;
}

function unpacked(): ReadonlyMap<string, number> {
  let entry = '';
  return new Map(
    PACKED.match(/[A-Z-][a-z_]*/g)!.map((end, place) => {
      entry = entry.slice(0, 4 - end.length) + end.toLowerCase().replace('-', '_');
      return [entry, place];
    }),
  );
}
